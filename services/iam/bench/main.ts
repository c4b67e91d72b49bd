// Measures what iam's tokens cost its process, against a server that only signs, and how long they
// take while the signing key rotates. `--write` puts the figures into docs/performance/iam.md.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createSealer } from '@countersign/service-kit/sealing'
import { describeMachine } from '@countersign/test-kit/machine'
import type { IamDatabase } from '../src/db/types.ts'
import { rotateKeys } from '../src/keys/rotate.ts'
import { readDatabaseCpu } from './database-cpu.ts'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { startProcess, type Started } from '../src/testing/processes.ts'
import {
  keyEncryptionKey,
  refresh,
  signIn,
  startScript,
  tokenRequest,
  withWorld,
} from './subjects.ts'

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '8' },
  },
})
const wantedRatio = 0.6
/** As many as share a statement well. */
const crowd = 32
const load = { seconds: Number(options.seconds), concurrency: Number(options.concurrency) }

const running: Started[] = []
await withWorld(async (databaseUrl, db) => {
  try {
    const bare = await startProcess(new URL('bare-server.ts', import.meta.url), () => ({}))
    running.push(bare)
    const iam = await startScript(new URL('../src/main.ts', import.meta.url), databaseUrl)
    running.push(iam)
    const { text, holds } = await run(db, bare, iam)
    console.log(text)
    if (options.write) await writeIntoPage(text)
    process.exitCode = holds ? 0 : 1
  } finally {
    await Promise.all(running.map((started) => started.stop()))
  }
})

async function run(db: IamDatabase, bare: Started, iam: Started) {
  const token = tokenRequest(iam.url)
  const bareToken = tokenRequest(bare.url)
  const warmUp = { seconds: 5, concurrency: load.concurrency }
  await measure(bare, warmUp, bareToken)
  await measure(iam, warmUp, token)
  const [least, service] = await measureInTurns(load, [
    { target: bare, work: bareToken },
    { target: iam, work: token },
  ])
  const [leastBusy, serviceBusy] = await measureInTurns({ ...load, concurrency: crowd }, [
    { target: bare, work: bareToken },
    { target: iam, work: token },
  ])
  const databaseCpu = await readDatabaseCpu(db)
  const signIns = await measure(iam, { ...load, concurrency: 2, databaseCpu }, signIn(iam.url))
  const refreshing = { ...load, concurrency: 4, databaseCpu }
  const refreshes = await measure(iam, refreshing, await refresh(iam.url, refreshing.concurrency))
  const rotating = await measureRotation(db, iam, token)
  const ratio = service.perCpuSecond / least.perCpuSecond
  const busyRatio = serviceBusy.perCpuSecond / leastBusy.perCpuSecond
  const holds = ratio >= wantedRatio
  const row = (name: string, { count, perCpuSecond, p50Ms, p99Ms }: Measured) =>
    `| ${name} | ${count} | ${perCpuSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`
  const text = [
    describeMachine('at the end'),
    '',
    '| | count | per CPU second | p50 ms | p99 ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('a server that only signs', least),
    row('client credentials', service),
    row(`a server that only signs, ${crowd} at a time`, leastBusy),
    row(`client credentials, ${crowd} at a time`, serviceBusy),
    row('sign-ins with code and PKCE', signIns),
    row('refreshes', refreshes),
    row('client credentials while keys rotate', rotating),
    '',
    `PostgreSQL, CPU of each: ${signIns.databaseMs.toFixed(1)} ms of a sign-in, ${refreshes.databaseMs.toFixed(2)} ms of a refresh.`,
    '',
    `Client credentials against the server that only signs: ${ratio.toFixed(2)}, wanted ${wantedRatio}: ${holds ? 'holds' : 'does not hold'}; ${busyRatio.toFixed(2)} when ${crowd} ask at a time.`,
  ].join('\n')
  return { text, holds }
}

/** A rotation every second. */
async function measureRotation(
  db: IamDatabase,
  iam: Started,
  token: () => Promise<void>,
): Promise<Measured> {
  const sealer = createSealer(keyEncryptionKey)
  const rotate = () => rotateKeys({ db, sealer, now: () => new Date() }, { actorKind: 'system' })
  let rotations: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => (rotations = rotations.then(rotate)), 1_000)
  try {
    return await measure(iam, load, token)
  } finally {
    clearInterval(timer)
    await rotations
  }
}

async function writeIntoPage(text: string): Promise<void> {
  const page = new URL('../../../docs/performance/iam.md', import.meta.url)
  const [mark = ''] = (await readFile(page, 'utf8')).split('<!-- figures: generated -->')
  await writeFile(page, `${mark}<!-- figures: generated -->\n\n${text}\n`)
}
