import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { CommonConfig, loadConfig, Secret } from './config.ts'
import { checkConfig } from './config-check.ts'

const schema = Type.Object({
  ISSUER_URL: CommonConfig.ISSUER_URL,
  API_SECRET: Secret({ description: 'A secret.', minLength: 8 }),
  BPM_CALLBACK_ORIGINS: Type.Optional(Type.String()),
})
const good = { ISSUER_URL: 'https://sign.example', API_SECRET: 'long-enough' }

const faultsOf = async (env: Readonly<Record<string, string>>) => {
  const findings = await checkConfig(schema, env, (given) => loadConfig(schema, given))
  return findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`)
}

const cases: [string, Record<string, string>, string[]][] = [
  ['what is right', good, []],
  ['other variables', { ...good, PATH: '/bin', PORTS: '1', SOME_SECRET: 'x' }, []],
  ['a setting of a loopback address', { ...good, ISSUER_URL: 'http://localhost:8080' }, []],
  [
    'all that is missing or short, at once',
    { API_SECRET: 'short' },
    [
      'the settings: ISSUER_URL is missing',
      'the settings: API_SECRET must NOT have fewer than 8 characters',
    ],
  ],
  [
    'an address that is not https',
    { ...good, ISSUER_URL: 'http://sign.example' },
    [
      'the issuer is https, or this machine: http://sign.example would send codes and cookies in the clear',
    ],
  ],
  [
    'a name with a letter too few',
    { ...good, BPM_CALLBACK_ORIGIN: 'https://a.example' },
    ['BPM_CALLBACK_ORIGIN is a setting: it is none; BPM_CALLBACK_ORIGINS is'],
  ],
  [
    'the name of a file with two letters changed round',
    { ...good, BPM_CALLBACK_ORIGINS_FLIE: '/run/secrets/origins' },
    ['BPM_CALLBACK_ORIGINS_FLIE is a setting: it is none; BPM_CALLBACK_ORIGINS is'],
  ],
  [
    'a near name beside one that is set: it is not missing',
    { ...good, BPM_CALLBACK_ORIGINS: 'https://a.example', BPM_CALLBACK_ORIGIN: 'x' },
    [],
  ],
]

it.each(cases)('finds %s', async (_name, env, faults) => {
  expect(await faultsOf(env)).toEqual(faults)
})

it('never tells a value that may be a secret', async () => {
  const told = await faultsOf({ ISSUER_URL: 'hidden-value', API_SECRET: 'hidden' })
  expect(told).toHaveLength(2)
  expect(told.join()).not.toContain('hidden')
})
