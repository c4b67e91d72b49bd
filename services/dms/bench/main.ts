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
import { findS3 } from '@countersign/test-kit/optional-tools'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { migrations } from '../src/migrations.ts'
import { measureListing } from './listing.ts'
import { openRawS3 } from './raw-s3.ts'
import { describeMachine, type Findings, report, writeIntoPage } from './report.ts'
import { type Service, startService } from './service.ts'
import { makeBytes, measureLarge, measureSmall } from './work.ts'

const MIB = 1024 ** 2
const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    small: { type: 'string', default: '1000' },
    documents: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
  },
})
const sizeBytes = Number(options.mib) * MIB
const machine = describeMachine()

const server = await startEmbedded(['-c', 'shared_buffers=256MB', '-c', 'timezone=UTC'])
const issuer = await createTestIssuer()
const root = await mkdtemp(join(tmpdir(), 'dms-bench-'))
try {
  const databaseUrl = await createEmpty(server.url, `bench${randomBytes(3).toString('hex')}`)
  const log = createLogger({ service: 'bench', level: 'silent' })
  await migrate({ url: databaseUrl, directory: migrations, log })

  const found: Findings[] = []
  const folder = await startService(issuer, databaseUrl, { STORAGE_FILESYSTEM_ROOT: root })
  found.push({ storage: 'folder', ...(await measureFiles(folder)) })
  const documents = Number(options.documents)
  const listing =
    documents > 0
      ? { documents, ...(await measureListing(folder, databaseUrl, documents)) }
      : undefined
  await folder.stop()
  const s3 = findS3(process.env)
  if (s3) found.push(await measureS3(databaseUrl, { ...s3, bucket: `bench-${randomUUID()}` }))

  const text = report(machine, found, listing)
  console.log(`\n${text}`)
  if (options.write) await writeIntoPage(text)
} finally {
  await rm(root, { recursive: true, force: true })
  await issuer.close()
  await server.stop()
}

async function measureFiles(service: Service) {
  return {
    large: await measureLarge(service, sizeBytes),
    small: await measureSmall(service, Number(options.small), 16),
  }
}

async function measureS3(
  databaseUrl: string,
  s3: Parameters<typeof openRawS3>[0],
): Promise<Findings> {
  const raw = await openRawS3(s3)
  await raw.put(makeBytes(128 * MIB))
  const rawSeconds = await raw.put(makeBytes(sizeBytes))
  await raw.close()
  const service = await startService(issuer, databaseUrl, {
    STORAGE_S3_ENDPOINT: s3.endpoint,
    STORAGE_S3_REGION: s3.region,
    STORAGE_S3_BUCKET: s3.bucket,
    STORAGE_S3_ACCESS_KEY: s3.accessKey,
    STORAGE_S3_SECRET_KEY: s3.secretKey,
  })
  const findings = { storage: 'S3', ...(await measureFiles(service)), rawSeconds }
  await service.stop()
  return findings
}
