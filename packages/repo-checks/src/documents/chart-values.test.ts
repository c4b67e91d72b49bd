import { expect, it } from 'vitest'
import { generateChartSchema } from './chart-values.ts'
import { readSettings } from './configuration.ts'

const root = new URL('../../../../', import.meta.url)

interface Settings {
  readonly additionalProperties: boolean
  readonly properties: Readonly<Record<string, object>>
}

it('the chart takes every setting of a program in one way: said, or named as a secret, or set by the chart', async () => {
  const text = await generateChartSchema(root)
  const { $defs } = JSON.parse(text) as { $defs: Readonly<Record<string, Settings>> }
  for (const [program, { properties }] of await readSettings(root)) {
    const said = $defs[`${program}Settings`]
    const named = $defs[`${program}Secrets`]
    expect([said?.additionalProperties, named?.additionalProperties]).toEqual([false, false])
    for (const [name, { secret }] of Object.entries(properties)) {
      if (secret === true) {
        expect(named?.properties, name).toHaveProperty(name, { $ref: '#/$defs/secretKey' })
        expect(said?.properties, name).not.toHaveProperty(name)
      }
    }
    expect(said?.properties, 'where others are is said once, by `addresses`').not.toHaveProperty(
      'IAM_URL',
    )
  }
})

it('the chart gives all services alike what each of them reads', async () => {
  const { $defs } = JSON.parse(await generateChartSchema(root)) as {
    $defs: Readonly<Record<string, Settings>>
  }
  const common = Object.keys($defs['commonSettings']?.properties ?? {})
  expect(common).toEqual(expect.arrayContaining(['LOG_LEVEL', 'TRUSTED_PROXIES', 'CORS_ORIGINS']))
  for (const program of ['iam', 'bpm', 'dms'])
    expect(Object.keys($defs[`${program}Settings`]?.properties ?? {})).toEqual(
      expect.arrayContaining(common),
    )
})
