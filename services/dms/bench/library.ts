// Fills a tenant with a million documents and measures how long it takes to list them, to decide
// about one and to search, for readers who see much, little and nothing. `--write` puts the figures
// into the page.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLogger } from '@countersign/service-kit/log'
import { encodeCursor } from '@countersign/service-kit/cursor'
import { migrate } from '@countersign/service-kit/migrate'
import { createEmpty } from '@countersign/test-kit/databases'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { migrations } from '../src/migrations.ts'
import { send } from './http.ts'
import { fillLibrary, idOf, listBackends, makeReaders, startDirectory } from './listing.ts'
import { cpuOf } from './process.ts'
import { startService } from './service.ts'
import { type Latency, measureLatency } from './work.ts'

const PAGE = new URL('../../../docs/performance/dms.md', import.meta.url)
const MARKS = ['<!-- library: generated -->', '<!-- /library -->'] as const

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '500' },
    write: { type: 'boolean', default: false },
  },
})
const [documents, calls] = [Number(options.documents), Number(options.calls)]
const machine = describeMachine()

const readers = makeReaders()
const tenantId = randomUUID()
const server = await startEmbedded(['-c', 'shared_buffers=256MB', '-c', 'timezone=UTC'])
const [issuer, directory] = await Promise.all([createTestIssuer(), startDirectory(readers.staff)])
const root = await mkdtemp(join(tmpdir(), 'dms-bench-'))
try {
  const databaseUrl = await createEmpty(server.url, `bench${randomBytes(3).toString('hex')}`)
  const log = createLogger({ service: 'bench', level: 'silent' })
  await migrate({ url: databaseUrl, directory: migrations, log })
  await fillLibrary(databaseUrl, tenantId, readers, documents)
  const service = await startService(issuer, databaseUrl, {
    STORAGE_FILESYSTEM_ROOT: root,
    IAM_URL: directory.url,
  })
  const rows = await measureAll(service.url, async () => {
    const pids = [service.pid, ...(await listBackends(databaseUrl))]
    return new Map(await Promise.all(pids.map(async (pid) => [pid, await cpuOf(pid)] as const)))
  }).finally(service.stop)
  const text = [
    machine,
    '',
    `| ${documents.toLocaleString('en')} documents | calls/s | CPU ms | p50 ms | p99 ms | goal |`,
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
  console.log(`\n${text}`)
  if (options.write) await writeIntoPage(text)
} finally {
  await rm(root, { recursive: true, force: true })
  await Promise.all([issuer.close(), directory.close()])
  await server.stop()
}

type Cpu = ReadonlyMap<number, number>

// A connection may have ended, and another begun.
function spent(before: Cpu, after: Cpu): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

/** @param readCpu Seconds of the service and of its connections in the database so far. */
async function measureAll(url: string, readCpu: () => Promise<Cpu>): Promise<string[]> {
  const { staff, named, inFolders, owner, stranger } = readers
  const token = (sub: string, more: readonly string[] = []) =>
    issuer.userToken({ sub, tenantId, permissions: ['dms:document:read', ...more] })
  const rows: string[] = []
  const add = async (
    what: string,
    user: string,
    path: string,
    expected: (body: Record<string, unknown>) => boolean,
    hasGoal = true,
  ) => {
    const call = () => get(`${url}/api/dms/${path}`, user)
    if (!expected(await call())) throw new Error(`${what}: not what was expected`)
    const count = hasGoal ? calls : 50
    await measureLatency(20, 1, call)
    const before = await readCpu()
    const latency = await measureLatency(count, 1, call)
    // The first tenth warms up and is not timed, but it costs as well.
    const cpuMs = (spent(before, await readCpu()) * 1000) / (count + Math.ceil(count / 10))
    const row = `| ${what} | ${word(latency, cpuMs)} | ${hasGoal ? '≤ 10' : ''} |`
    console.log(row)
    rows.push(row)
  }
  const items = (count: number) => (body: Record<string, unknown>) =>
    (body['items'] as unknown[]).length === count
  const list = 'documents?limit=50'
  const middle = encodeCursor(idOf(Math.floor(documents / 2)))
  const admin = token(randomUUID(), ['dms:document:admin'])

  await add('a page: a role on every fiftieth', token(staff), list, items(50))
  await add('the page in the middle', token(staff), `${list}&cursor=${middle}`, items(50))
  await add('a page: named in twenty, the oldest', token(named), list, (body) => !items(0)(body))
  await add('a page: fifty folders of five hundred', token(inFolders), list, items(50))
  await add('a page: owner of a thousand', token(owner), list, items(50))
  await add('a page: sees nothing', token(stranger), list, items(0))
  await add('a page: administrator of all', admin, list, items(50))
  const one = idOf(500)
  const isOne = (body: Record<string, unknown>) => body['id'] === one
  await add('one document, its access decided', token(staff), `documents/${one}`, isOne)
  await add('… and explained', token(staff), `documents/${one}/access`, () => true)
  await add('a rare word', token(staff), `${list}&q=only500`, (body) => !items(0)(body), false)
  await add('a word of a thousand', token(staff), `${list}&q=word500`, items(50), false)
  await add('a word of all', token(staff), `${list}&q=document`, items(50), false)
  await add('a tag of ten thousand', token(staff), `${list}&tag=tag50`, items(50), false)
  return rows
}

async function get(url: string, token: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await send(url, { method: 'GET', headers, body: undefined })
  let text = ''
  for await (const chunk of answer as AsyncIterable<Buffer>) text += chunk.toString()
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode ?? ''} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

function word({ perSecond, p50Ms, p99Ms }: Latency, cpuMs: number): string {
  return `${perSecond.toFixed(0)} | ${cpuMs.toFixed(1)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)}`
}

async function writeIntoPage(text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [start, end] = MARKS
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('the page has lost the marks of its figures')
  await writeFile(PAGE, `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`)
}
