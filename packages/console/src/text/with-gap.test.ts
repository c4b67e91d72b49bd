import { expect, it } from 'vitest'
import { withGap } from './with-gap.ts'

it('fills a text as looking it up again would', () => {
  const look = (name: string) => `Choose “${name}”`
  const filled = withGap(look)
  for (const name of ['Taxi', '', '$&', '{{name}}']) expect(filled(name)).toBe(look(name))
})
