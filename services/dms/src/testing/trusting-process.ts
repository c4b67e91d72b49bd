import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { sql } from 'kysely'
import { createS3Client } from '../storage/s3/client.ts'

/*
 * Asks `localhost` at the ports of its arguments once with each client that speaks TLS. What becomes of it is
 * the servers' to tell: they hear nobody who does not believe their certificate.
 */
const [httpsPort = '', databasePort = ''] = process.argv.slice(2)
const origin = `https://localhost:${httpsPort}`
const timeoutMs = 5_000
const userAgent = 'test'

const database = createDatabase({
  url: `postgresql://dms:x@localhost:${databasePort}/dms?sslmode=verify-full`,
  poolSize: 1,
  applicationName: 'test',
  log: createLogger({ service: 'test', level: 'silent' }),
})
const s3 = await createS3Client({
  endpoint: origin,
  region: 'us-east-1',
  bucket: 'documents',
  accessKey: 'x',
  secretKey: 'x',
})
const webhooks = createWebhookClient({ userAgent })
const http = createHttpClient({ userAgent })

await Promise.allSettled([
  sql`SELECT 1`.execute(database),
  s3.open({ method: 'GET', key: 's3' }),
  webhooks.post({ url: `${origin}/webhook`, headers: {}, body: '', publicOnly: false, timeoutMs }),
  http.request({ method: 'GET', url: `${origin}/service` }),
])
process.exit()
