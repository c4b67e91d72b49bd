import { distance } from 'fastest-levenshtein'
import type { TObject } from 'typebox'
import { examine, type Finding } from '../doctor/findings.ts'
import { examineIssuer } from '../doctor/neighbours.ts'
import { ConfigError } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

// One letter too many, too few, other, or two of them.
const NEAR = 2
// Of shorter names the environment has too many others.
const LONG_ENOUGH = 8

/**
 * Looks at the settings alone: nothing is connected to, so it fits where they are written, in a
 * pipeline before they are rolled out.
 *
 * @param read What the service itself reads them with.
 */
export async function checkConfig(
  schema: TObject,
  env: Environment,
  read: (env: Environment) => { readonly ISSUER_URL: string },
): Promise<readonly Finding[]> {
  const names = Object.keys(schema.properties)
  try {
    const { ISSUER_URL: issuer } = read(env)
    return [
      await examine('the settings are valid', async () => `${names.length} are known`),
      await examineIssuer(issuer),
      ...findMistyped(names, env),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const faults = error.faults.map((detail) => ({ check: 'the settings', ok: false, detail }))
    return [...faults, ...findMistyped(names, env)]
  }
}

/** Variables that are no setting and nearly one: the setting itself has its default then, unseen. */
function findMistyped(names: readonly string[], env: Environment): readonly Finding[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]))
  const unset = names.filter((name) => !env[name] && !env[`${name}_FILE`])
  return Object.keys(env)
    .filter((name) => !known.has(name) && name.length >= LONG_ENOUGH)
    .flatMap((name) => {
      const meant = unset.find((each) => isNear(name, each) || isNear(name, `${each}_FILE`))
      return meant === undefined
        ? []
        : [{ check: `${name} is a setting`, ok: false, detail: `it is none; ${meant} is` }]
    })
}

const isNear = (name: string, setting: string): boolean => distance(name, setting) <= NEAR
