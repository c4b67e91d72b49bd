import { createPeople } from '../workload/people.ts'
import { drilledServices, type DrilledService, type Instance } from '../platform/instance.ts'
import { replaceEach } from '../rolling/replace.ts'
import type { WorkedWith } from '../rolling/several.ts'
import { addSecrets, removeOldSecrets } from './client-secrets.ts'
import { runCommand } from './commands.ts'
import {
  addRoles,
  ageEventKeys,
  changeOwners,
  closeOldRoles,
  tryOwners,
  type UrlsOfServices,
} from './database-roles.ts'
import { keepRecord, verifyAudits, verifyRecords } from './evidence.ts'
import { drawSettings, type Round } from './fresh-settings.ts'
import type { Neighbours } from './neighbours.ts'
import { startOrganisation, type Organisation } from './organisation.ts'

type Change = readonly [name: string, run: () => Promise<void>]

export interface Rotation extends WorkedWith {
  readonly neighbours: Neighbours
}

/** Everything that is rotated, in order, and looks at what came of it. */
export async function rotateAll(rotation: Rotation): Promise<readonly Change[]> {
  const { platform, ledger, fault, neighbours } = rotation
  const owners = await changeOwners(platform.plan)
  const organisation = await startOrganisation(platform.plan, ledger, neighbours)
  const orFault = async (found: Promise<readonly string[]>) => {
    for (const one of await found) fault(one)
  }
  return [
    ...rotateStoredKeys(rotation),
    ['passwords of owners', () => orFault(tryOwners(platform.plan, owners))],
    ['secret of an application', () => orFault(organisation.application.change())],
    ['account at a directory', () => orFault(organisation.directory.change())],
    ['secret of an OpenID provider', () => orFault(organisation.openid.change())],
    ...(await rotateSettings(rotation, owners)),
    ['the organisation ends', () => stopAll(organisation)],
  ]
}

async function stopAll({ application, directory, openid }: Organisation): Promise<void> {
  for (const secret of [application, directory, openid]) await secret.stop()
}

/** What is changed in databases alone: no process is started again. */
function rotateStoredKeys({ platform: { plan }, ledger, write }: Rotation): readonly Change[] {
  const rotate = async (service: 'iam' | 'bpm', ...words: string[]) =>
    write(`  ${service}: ${await runCommand(plan, service, words)}`)
  return [
    ['keys that sign tokens', () => rotate('iam', 'keys', 'rotate')],
    [
      'keys that sign events and records',
      async () => {
        await keepRecord(plan, ledger, 'before')
        await ageEventKeys(plan)
        await rotate('bpm', 'event-keys', 'rotate')
        await rotate('bpm', 'record-keys', 'rotate')
      },
    ],
  ]
}

/** What is in the environment of processes, in three rounds. */
async function rotateSettings(
  rotation: Rotation,
  owners: UrlsOfServices,
): Promise<readonly Change[]> {
  const { platform, storage, neighbours, fault, write } = rotation
  const { plan, instances } = platform
  const clients = await addSecrets(plan)
  const settings = await drawAll(rotation, clients)
  // The gateway has no list.
  const withLists = instances.filter(({ service }) => service !== 'gateway')
  const roll = (round: Round, which: readonly Instance[] = withLists) =>
    replaceEach(which, (service) => settings.of(service, round))
  const reseal = async (round: Round) => {
    for (const service of ['iam', 'bpm'] as const) {
      const told = await runCommand(plan, service, ['keys', 'reseal'], settings.of(service, round))
      write(`  ${service}: ${told}`)
    }
  }
  const takeAway = async () => {
    const left = await removeOldSecrets(plan, clients, settings.of('iam', 'accept'))
    for (const found of [...left, ...(await closeOldRoles(plan))]) fault(found)
    await storage.removeUser('documents')
    await neighbours.removeFirst(storage)
  }
  return [
    ['round 1: second secrets are used, new keys accepted', () => roll('accept', instances)],
    ['first secrets, roles and users are taken away', takeAway],
    ['round 2: new keys are used', () => roll('use')],
    ['what rests is sealed anew', () => reseal('use')],
    ['round 3: old keys are forgotten', () => roll('forget')],
    ['a second look', () => reseal('forget')],
    ['doctor, and a new session', () => look(rotation, settings)],
    ['records and audits are verified', () => verify(rotation, settings, owners)],
  ]
}

type Settings = Awaited<ReturnType<typeof drawAll>>

async function drawAll(
  { platform: { plan }, storage, neighbours }: Rotation,
  clients: Awaited<ReturnType<typeof addSecrets>>,
) {
  const roles = await addRoles(plan)
  const documents = await storage.addUser('documents-b')
  const second = await neighbours.addSecond(storage)
  const secretOf = (wanted: string) => clients.find(({ purpose }) => purpose === wanted)?.secret
  const ofDms = { DMS_CLIENT_SECRET: secretOf('document'), ...documents }
  return drawSettings(plan, {
    iam: { ...second('iam'), DATABASE_URL: roles.iam },
    bpm: { ...second('bpm'), DATABASE_URL: roles.bpm, BPM_CLIENT_SECRET: secretOf('workflow') },
    dms: { ...second('dms'), DATABASE_URL: roles.dms, ...ofDms },
    gateway: { ...second('gateway'), GATEWAY_CLIENT_SECRET: secretOf('gateway') },
  })
}

async function look(
  { platform: { plan }, neighbours, ledger, fault }: Rotation,
  settings: Settings,
): Promise<void> {
  const asked = (service: DrilledService) =>
    runCommand(plan, service, ['doctor'], settings.of(service, 'forget'))
  for (const service of drilledServices) {
    await asked(service).catch((error: unknown) =>
      fault(`${service} doctor: ${(error as { stdout?: string }).stdout ?? String(error)}`),
    )
  }
  await createPeople(plan, ledger)
    .signIn('employee')
    .catch((error: unknown) => fault(String(error)))
  for (const found of neighbours.findUnused()) fault(found)
}

async function verify(
  { platform: { plan }, ledger, fault }: Rotation,
  settings: Settings,
  owners: UrlsOfServices,
): Promise<void> {
  await keepRecord(plan, ledger, 'after')
  const anchors = settings.of('iam', 'forget')
  for (const found of [
    ...(await verifyRecords(plan, ledger, ['before', 'after'])),
    ...(await verifyAudits(plan, settings.auditSigningKeys, owners, anchors)),
  ])
    fault(found)
}
