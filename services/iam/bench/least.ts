import { generateKeyPairSync, sign } from 'node:crypto'
import { createPasswordHasher } from '../src/passwords/hasher.ts'

/** CPU seconds of what cannot be left out, alone. */
export interface Least {
  /** A password and the signatures of an access token and an ID token. */
  readonly signIn: number
  /** The two signatures. */
  readonly refresh: number
}

export async function measureLeast(): Promise<Least> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const input = Buffer.alloc(700, 'a')
  const hasher = createPasswordHasher()
  const hash = await hasher.hash('correct horse')
  const password = await cpuOf(50, () => hasher.matches(hash, 'correct horse'))
  const refresh = 2 * (await cpuOf(2_000, () => sign('RSA-SHA256', input, privateKey)))
  return { signIn: password + refresh, refresh }
}

/** CPU seconds of one, after a tenth to warm up. */
async function cpuOf(count: number, work: () => unknown): Promise<number> {
  for (let i = 0; i < count / 10; i++) await work()
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / count
}
