const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const LOCAL = /https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
const RANDOM = /[\w-]{40,}/g
const FIRST_TIME_MS = Date.parse('2026-01-31T08:30:00.123Z')

/**
 * The same call with ids, times and addresses that are the same whenever it is recorded. What was equal
 * stays equal, and what was earlier stays earlier; what looks like a secret is one no more.
 */
export function makeStable<T>(call: T): T {
  const text = JSON.stringify(call)
  const ids = [...new Set(text.match(UUID))]
  const times = [...new Set(text.match(TIME))].toSorted()
  const stable = text
    .replaceAll(UUID, (id) => idOf(ids.indexOf(id) + 1))
    .replaceAll(TIME, (time) => timeOf(times.indexOf(time)))
    .replaceAll(LOCAL, 'https://platform.example')
    .replaceAll(TOKEN, 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl')
    .replaceAll(RANDOM, (text) => (isRandom(text) ? sampleOf(text.length) : text))
  return JSON.parse(stable) as T
}

/** Its last letter may end base64url of any length (RFC 4648 section 3.5). */
const sampleOf = (length: number): string => `${'Example-'.repeat(length).slice(0, length - 1)}A`

const isRandom = (text: string): boolean =>
  /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

const idOf = (number: number): string =>
  `01938c5e-7a3b-7c3d-8e4f-${number.toString(16).padStart(12, '0')}`

const timeOf = (minutes: number): string => new Date(FIRST_TIME_MS + minutes * 60_000).toISOString()
