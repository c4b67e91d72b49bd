import { setTimeout as sleep } from 'node:timers/promises'
import { definitions, type SeedDefinition } from './definitions.ts'
import { signIn } from './sign-in.ts'

/** Publishes the demonstration's processes over HTTP, signed in as `admin`. */

const env = (name: string) => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}

const baseUrl = env('BASE_URL')
const { accessToken: token } = await signIn({
  baseUrl,
  clientId: env('CLIENT_ID'),
  redirectUri: env('REDIRECT_URI'),
  username: 'admin',
  password: env('ADMIN_PASSWORD'),
})
for (const definition of definitions) await ensurePublished(definition)

async function ensurePublished(definition: SeedDefinition): Promise<void> {
  const { bizType } = definition
  await waitForBizType(bizType)
  const query = new URLSearchParams({ bizType, status: 'PUBLISHED', limit: '1' })
  const published = await call('GET', `/api/bpm/v1/definitions?${query.toString()}`)
  if (itemsOf(published).length > 0) return
  const draft = await call('POST', '/api/bpm/v1/definitions', definition)
  await call('POST', `/api/bpm/v1/definitions/${stringOf(draft, 'id')}/publish`)
}

/** The applications register their types themselves, as soon as bpm answers them. */
async function waitForBizType(code: string): Promise<void> {
  const end = performance.now() + 30_000
  for (;;) {
    const types = await call('GET', '/api/bpm/v1/biz-types?limit=200')
    if (itemsOf(types).some((type) => stringOf(type, 'code') === code)) return
    if (performance.now() > end) throw new Error(`nobody registers the business type ${code}`)
    await sleep(200)
  }
}

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

function itemsOf(page: unknown): readonly unknown[] {
  if (typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items)) {
    return page.items
  }
  throw new Error('the answer is not a list')
}

function stringOf(value: unknown, member: string): string {
  if (typeof value === 'object' && value !== null && member in value) {
    const found: unknown = Reflect.get(value, member)
    if (typeof found === 'string') return found
  }
  throw new Error(`the answer has no ${member}`)
}
