import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const env = (minutes: string) => ({
  PORT: '0',
  DATABASE_URL: 'postgresql://x',
  ISSUER_URL: 'https://id.example',
  KEY_ENCRYPTION_KEY: 'k'.repeat(43),
  COOKIE_KEYS: 'c'.repeat(32),
  SESSION_IDLE_MINUTES: minutes,
})

it.each(['0', '15', '10080'])('takes %s minutes as the limit of an idle session', (minutes) => {
  expect(readConfig(env(minutes)).SESSION_IDLE_MINUTES).toBe(Number(minutes))
})

it.each(['1', '14', '10081'])(
  'refuses %s: a session in use is renewed each 9.5 minutes',
  (minutes) => {
    expect(() => readConfig(env(minutes))).toThrow(/SESSION_IDLE_MINUTES must be (>= 15|<= 10080)/)
  },
)
