// Measures what iam's tokens cost its process, against a server that only signs, and how long they
// take while the signing key rotates. `--write` puts the figures into docs/performance/iam.md.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createSealer } from '@countersign/service-kit/sealing'
import type { IamDatabase } from '../src/db/types.ts'
import { rotateKeys } from '../src/keys/rotate.ts'
import { readDatabaseCpu } from './database-cpu.ts'
import { measureLeast } from './least.ts'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { crowd, report } from './report.ts'
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
  const alone = await measureLeast()
  return report({ least, service, leastBusy, serviceBusy, signIns, refreshes, rotating, alone })
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
