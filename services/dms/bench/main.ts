// Sends files through the service and straight to its storage, and prints what each costs.
// `--write` puts the figures into the page. An S3 server is named by TEST_S3_ENDPOINT,
// TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY; without one only the folder is measured.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { createEmpty } from '@countersign/test-kit/databases'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { findS3 } from '@countersign/test-kit/optional-tools'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { migrations } from '../src/migrations.ts'
import { compare } from './compare.ts'
import { measureFloors } from './floors.ts'
import { findServer, measureListing } from './listing.ts'
import { openRawS3 } from './raw-s3.ts'
import { type Findings, report, writeIntoPage } from './report.ts'
import { type Service, startService } from './service.ts'
import { countRequests, measureRequests } from './small.ts'
import { countStatements } from './statement-counter.ts'
import { makeBytes, measureAtRate, measureLarge, measureSmall, measureWhole } from './work.ts'

const MIB = 1024 ** 2
const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    small: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
    documents: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
  },
})
const sizeBytes = Number(options.mib) * MIB
const rounds = Number(options.rounds)
// The largest that the service puts whole.
const SINGLE_BYTES = 8 * MIB
const FEW_PARTS_BYTES = 64 * MIB
const IN_PARTS_BYTES = 512 * MIB
const RATE_SECONDS = 5
// Small uploads under way at once.
const WIDTH = 16
const { profile } = options
const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
const machine = describeMachine()

const server = await startEmbedded(['-c', 'shared_buffers=256MB', '-c', 'timezone=UTC'])
const issuer = await createTestIssuer()
const root = await mkdtemp(join(tmpdir(), 'dms-bench-'))
try {
  const databaseUrl = await createEmpty(server.url, `bench${randomBytes(3).toString('hex')}`)
  const log = createLogger({ service: 'bench', level: 'silent' })
  await migrate({ url: databaseUrl, directory: migrations, log })

  const floors = await measureFloors(root, makeBytes(Math.min(sizeBytes, 1024 * MIB)))
  const found: Findings[] = []
  const storage = { STORAGE_FILESYSTEM_ROOT: root }
  const statements = await countAll(databaseUrl, storage)
  const folder = await startService(issuer, databaseUrl, storage, nodeOptions)
  const forget = () => rm(join(root, 'objects'), { recursive: true })
  found.push({ storage: 'folder', statements, ...(await measureFiles(folder, forget)) })
  const documents = Number(options.documents)
  const listing =
    documents > 0
      ? { documents, ...(await measureListing(folder, databaseUrl, documents)) }
      : undefined
  await folder.stop()
  const s3 = findS3(process.env)
  if (s3) found.push(await measureS3(databaseUrl, { ...s3, bucket: `bench-${randomUUID()}` }))
  else console.log('S3 is left out: TEST_S3_ENDPOINT names no server (CONTRIBUTING.md)')

  const text = report(machine, floors, found, listing)
  console.log(`\n${text}`)
  if (options.write) await writeIntoPage(text)
} finally {
  await rm(root, { recursive: true, force: true })
  await issuer.close()
  await server.stop()
}

async function countAll(databaseUrl: string, storage: Readonly<Record<string, string>>) {
  const counter = await countStatements(databaseUrl)
  const service = await startService(issuer, counter.url, storage)
  const found = await countRequests(service, counter.count)
  await service.stop()
  counter.close()
  return found
}

async function measureFiles(service: Service, forget: () => Promise<unknown>) {
  return {
    large: await measureLarge(service, sizeBytes, forget),
    requests: await measureRequests(
      service,
      await findServer(server.url),
      Number(options.small),
      WIDTH,
    ),
    small: await measureSmall(service, Number(options.small), WIDTH),
    whole: await measureWhole(service, Number(options.small), WIDTH),
    atRate: await measureAtRate(service, Number(options.rate), RATE_SECONDS),
  }
}

async function measureS3(
  databaseUrl: string,
  s3: Parameters<typeof openRawS3>[0],
): Promise<Findings> {
  const raw = await openRawS3(s3)
  const storage = {
    STORAGE_S3_ENDPOINT: s3.endpoint,
    STORAGE_S3_REGION: s3.region,
    STORAGE_S3_BUCKET: s3.bucket,
    STORAGE_S3_ACCESS_KEY: s3.accessKey,
    STORAGE_S3_SECRET_KEY: s3.secretKey,
  }
  const statements = await countAll(databaseUrl, storage)
  const service = await startService(issuer, databaseUrl, storage, nodeOptions)
  const files = await measureFiles(service, async () => undefined)
  const findings = {
    storage: 'S3',
    statements,
    ...files,
    besideRaw: [
      await compare(raw, service, makeBytes(SINGLE_BYTES), { rounds, times: 16, inParts: false }),
      await compare(raw, service, makeBytes(FEW_PARTS_BYTES), { rounds, times: 4, inParts: true }),
      await compare(raw, service, makeBytes(Math.min(sizeBytes, IN_PARTS_BYTES)), {
        rounds,
        times: 1,
        inParts: true,
      }),
    ],
  }
  await raw.close()
  await service.stop()
  return findings
}
