import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { type Place, placesOf } from './document.ts'

const root = new URL('../../../../', import.meta.url)

/** Places without an example, each with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'GET /internal/v1/bpm/process-instances/{id}/record 200':
    'a signed record and its PDF in base64 are as long as all the others together',
  'POST /internal/v1/dms/bpm-events request': 'the AsyncAPI document shows each event',
}

const nameOf = ({ operation, status }: Place): string => `${operation} ${status ?? 'request'}`

it.each(['iam', 'bpm', 'dms'])(
  'shows an example of every body that %s takes and gives, which its schema takes',
  async (service) => {
    const places = placesOf(
      await readFile(new URL(`services/${service}/openapi.json`, root), 'utf8'),
    )
    expect(places.length).toBeGreaterThan(50)
    const without = places.filter(({ example }) => example === undefined).map(nameOf)
    expect(without.filter((name) => !(name in WITHOUT))).toEqual([])
    const refused = places.filter(
      ({ example, validate }) => example !== undefined && !validate(example),
    )
    expect(refused.map(nameOf)).toEqual([])
  },
)
