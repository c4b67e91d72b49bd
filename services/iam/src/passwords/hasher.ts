import { createSemaphore } from '@countersign/service-kit/semaphore'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Whether the password fits. Takes as long for an unknown account (no hash) as for a known one,
   * so that the time does not tell which user names exist.
   */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>
}

export interface HasherOptions {
  /** KiB per hash. Default 19456 (OWASP's argon2id minimum with t=2). */
  readonly memoryCost?: number
  readonly timeCost?: number
  /** Hashes computed at once; more wait in a semaphore's queue, so that a flood cannot take all memory. */
  readonly concurrency?: number
}

/** argon2id (RFC 9106) with bounded concurrency. */
export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const { memoryCost = 19_456, timeCost = 2, concurrency = 2 } = options
  // The library's default algorithm is argon2id.
  const settings = { memoryCost, timeCost, parallelism: 1 }
  const cores = createSemaphore({ permits: concurrency })
  let decoy: Promise<string> | undefined
  // Native code, loaded with the first password.
  const load = () => import('@node-rs/argon2')
  const compute = (password: string) =>
    cores.run(async () => (await load()).hash(password, settings))
  return {
    hash: (password) => compute(password.normalize('NFC')),
    async matches(passwordHash, password) {
      decoy ??= compute(crypto.randomUUID())
      const target = passwordHash ?? (await decoy)
      const fits = await cores.run(async () =>
        (await load()).verify(target, password.normalize('NFC')),
      )
      return fits && passwordHash !== null && passwordHash !== undefined
    },
  }
}
