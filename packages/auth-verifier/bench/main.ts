import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { createRevocations, createVerifier } from '../src/index.ts'
import { createTestIssuer } from '../src/testing.ts'
import { type Candidate, candidates, fastJwt, ours, type Target } from './candidates.ts'
import { encode } from './forge.ts'
import { measure, takeTurn } from './measure.ts'
import { measureMemory } from './memory.ts'
import { writeIntoPage } from './page.ts'

// CPU per verification of one token as the identity service issues it, all in one process.

const issuer = await createTestIssuer()
const { issuer: iss, jwksUrl } = issuer
const target: Target = { issuer: iss, audience: String(issuer.audience), jwksUrl }
const newToken = () =>
  issuer.userToken({
    permissions: ['expense:start', 'expense:read', 'dms:document:read', 'dms:document:write'],
    scopes: ['openid', 'profile', 'email'],
    expiresInSeconds: 86_400,
  })
const token = newToken()

function bind(candidate: Candidate, cache: boolean): () => unknown {
  const verifyToken = candidate.create(target, cache)
  return () => verifyToken(token)
}

const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: [{ kty: 'RSA' }] }
const key = createPublicKey({ format: 'jwk', key: keys[0] })

/** What no verifier can do without: the signature alone, everything else prepared. */
function rawVerify(): () => unknown {
  const [header, payload, signature = ''] = token.split('.')
  const [data, bytes] = [Buffer.from(`${header}.${payload}`), Buffer.from(signature, 'base64url')]
  return () => verify('RSA-SHA256', data, key, bytes)
}

/** Cached, while a thousand revocations of others are remembered. */
function withRevocations(): () => unknown {
  const revocations = createRevocations()
  const notBefore = Date.now() / 1000
  for (let count = 0; count < 1000; count++) {
    revocations.apply({ kind: 'grant', id: randomUUID(), tenantId: randomUUID(), notBefore })
  }
  const verifier = createVerifier({ ...target, revocations })
  return () => verifier.verify(token)
}

const libraries = candidates
  .filter((candidate) => candidate !== ours)
  .flatMap(({ name, create, createWithKey }) => {
    const [remote, local] = [create(target, false), createWithKey?.(target, key)]
    return [
      { name: `${name}, key set`, run: () => remote(token), calls: 2000 },
      ...(local
        ? [{ name: `${name}, one key at hand`, run: () => local(token), calls: 2000 }]
        : []),
    ]
  })
const times = await measure([
  { name: 'raw `crypto.verify`', run: rawVerify(), calls: 2000 },
  { name: 'auth-verifier, key set', run: bind(ours, false), calls: 2000 },
  ...libraries,
  { name: 'auth-verifier, cached', run: bind(ours, true), calls: 40_000 },
  { name: 'auth-verifier, cached, with revocations', run: withRevocations(), calls: 40_000 },
  { name: 'fast-jwt, cached', run: bind(fastJwt, true), calls: 40_000 },
])

/** Tokens under kids that do not exist, each another; only a signature of random bytes. */
async function flood(): Promise<{ readonly micros: number; readonly reads: number }> {
  const verifyToken = ours.create(target)
  const [, payload] = token.split('.')
  const signature = randomBytes(256).toString('base64url')
  const run = () => {
    const header = encode(JSON.stringify({ alg: 'RS256', kid: randomUUID(), typ: 'at+jwt' }))
    return verifyToken(`${header}.${payload}.${signature}`).catch(() => undefined)
  }
  const reads = issuer.fetchCount()
  // The first ones wait for reads; then it is known for a flood.
  await takeTurn({ name: 'start', run, calls: 100 })
  const micros = await takeTurn({ name: 'flood', run, calls: FLOOD })
  return { micros, reads: issuer.fetchCount() - reads }
}

const FLOOD = 100_000
const junk = await flood()

const CACHED = 2000
/** As it is read from an answer; what randomUUID makes are the pieces of a text. */
const newId = () => Buffer.from(randomUUID()).toString('latin1')

const REVOKED = 50_000
const revokedBytes = await measureMemory(REVOKED, async () => {
  const revocations = createRevocations({ maxEntries: REVOKED })
  const notBefore = Date.now() / 1000
  for (let count = 0; count < REVOKED; count++) {
    revocations.apply({ kind: 'grant', id: newId(), tenantId: newId(), notBefore })
  }
  return revocations
})

const bytes = await measureMemory(CACHED, async () => {
  const verifier = createVerifier(issuer)
  for (let count = 0; count < CACHED; count++) await verifier.verify(newToken())
  return verifier
})

const micros = (name: string) => times.get(name) ?? Number.NaN
const uncached = micros('auth-verifier, key set')
const cached = micros('auth-verifier, cached')
const best = Math.min(...libraries.map(({ name }) => micros(name)))
const ratios: readonly (readonly [name: string, is: number, wanted: number])[] = [
  ['raw / ours without cache', micros('raw `crypto.verify`') / uncached, 0.65],
  ...libraries.map(
    ({ name }) => [`${name} / ours without cache`, micros(name) / uncached, 1] as const,
  ),
  [
    'ours cached / with revocations',
    cached / micros('auth-verifier, cached, with revocations'),
    0.97,
  ],
  ['best of these / ours cached', best / cached, 10],
  ['fast-jwt cached / ours cached', micros('fast-jwt, cached') / cached, 1.5],
  ['cached, of 500,000 in a CPU second', 1e6 / cached / 500_000, 1],
]

const rows = [
  `Machine: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1) ?? ''} at the end`,
  '',
  '| one verification | µs CPU |',
  '| --- | ---: |',
  ...[...times].map(([name, value]) => `| ${name} | ${value.toFixed(2)} |`),
  `| auth-verifier, a junk \`kid\` in a flood | ${junk.micros.toFixed(2)} |`,
  '',
  '| ratio | is | at least | |',
  '| --- | ---: | ---: | --- |',
  ...ratios.map(
    ([name, is, wanted]) =>
      `| ${name} | ${is.toFixed(2)} | ${wanted} | ${is >= wanted ? 'holds' : '**missed**'} |`,
  ),
  '',
  `${FLOOD} junk \`kid\`s caused ${junk.reads} reads of the key set.`,
  `A revocation that is remembered takes ${Math.round(revokedBytes)} bytes.`,
  `A cached token of ${token.length} characters takes ${Math.round(bytes)} bytes.`,
]
process.stdout.write(`${rows.join('\n')}\n`)
if (process.argv.includes('--write')) {
  await writeIntoPage('performance/verifier.md', 'figures', rows.join('\n'))
}
process.exitCode = ratios.every(([, is, wanted]) => is >= wanted) ? 0 : 1
await issuer.close()
