import { createLedger } from '../workload/ledger.ts'
import { createPeople } from '../workload/people.ts'
import { drilledServices, type DrilledService, type Instance } from '../platform/instance.ts'
import { replaceEach } from '../rolling/replace.ts'
import type { Several } from '../rolling/several.ts'
import { addSecrets, removeOldSecrets } from './client-secrets.ts'
import { runCommand } from './commands.ts'
import { addRoles, ageEventKeys, closeOldRoles } from './database-roles.ts'
import { drawSettings, type Round } from './fresh-settings.ts'

type Change = readonly [name: string, run: () => Promise<void>]

/** What is changed in databases alone: no process is started again. */
export function rotateStoredKeys({ platform: { plan }, write }: Several): readonly Change[] {
  const rotate = async (service: 'iam' | 'bpm', ...words: string[]) =>
    write(`  ${service}: ${await runCommand(plan, service, words)}`)
  return [
    ['keys that sign tokens', () => rotate('iam', 'keys', 'rotate')],
    [
      'keys that sign events and records',
      async () => {
        await ageEventKeys(plan)
        await rotate('bpm', 'event-keys', 'rotate')
        await rotate('bpm', 'record-keys', 'rotate')
      },
    ],
  ]
}

/** What is in the environment of processes, in three rounds. */
export async function rotateSettings(rotation: Several): Promise<readonly Change[]> {
  const { platform, storage, fault, write } = rotation
  const { plan, instances } = platform
  const clients = await addSecrets(plan)
  const settings = await drawAll(rotation, clients)
  // The gateway has no list.
  const withLists = instances.filter(({ service }) => service !== 'gateway')
  const roll = (round: Round, which: readonly Instance[] = withLists) =>
    replaceEach(which, (service) => settings(service, round))
  const reseal = async (round: Round) => {
    for (const service of ['iam', 'bpm'] as const) {
      const told = await runCommand(plan, service, ['keys', 'reseal'], settings(service, round))
      write(`  ${service}: ${told}`)
    }
  }
  const takeAway = async () => {
    const left = await removeOldSecrets(plan, clients, settings('iam', 'accept'))
    for (const found of [...left, ...(await closeOldRoles(plan))]) fault(found)
    await storage.removeUser('documents')
  }
  return [
    ['round 1: second secrets are used, new keys accepted', () => roll('accept', instances)],
    ['first secrets, roles and users are taken away', takeAway],
    ['round 2: new keys are used', () => roll('use')],
    ['what rests is sealed anew', () => reseal('use')],
    ['round 3: old keys are forgotten', () => roll('forget')],
    ['a second look', () => reseal('forget')],
    ['doctor, and a new session', () => look(rotation, (service) => settings(service, 'forget'))],
  ]
}

async function drawAll(
  { platform: { plan }, storage }: Several,
  clients: Awaited<ReturnType<typeof addSecrets>>,
) {
  const roles = await addRoles(plan)
  const documents = await storage.addUser('documents-b')
  const secretOf = (wanted: string) => clients.find(({ purpose }) => purpose === wanted)?.secret
  return drawSettings(plan, {
    iam: { DATABASE_URL: roles.iam },
    bpm: { DATABASE_URL: roles.bpm, BPM_CLIENT_SECRET: secretOf('workflow') },
    dms: { DATABASE_URL: roles.dms, DMS_CLIENT_SECRET: secretOf('document'), ...documents },
    gateway: { GATEWAY_CLIENT_SECRET: secretOf('gateway') },
  })
}

async function look(
  { platform: { plan }, fault }: Several,
  settings: (service: DrilledService) => NodeJS.ProcessEnv,
): Promise<void> {
  for (const service of drilledServices) {
    await runCommand(plan, service, ['doctor'], settings(service)).catch((error: unknown) =>
      fault(`${service} doctor: ${(error as { stdout?: string }).stdout ?? String(error)}`),
    )
  }
  const people = createPeople(plan, createLedger())
  await people.signIn('employee').catch((error: unknown) => fault(String(error)))
}
