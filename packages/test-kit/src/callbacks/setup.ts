/**
 * Fails a test during which a callback was received and acknowledged that the AsyncAPI document does
 * not declare: of another type, media type, body, or with other headers.
 */
import { afterAll, afterEach, expect } from 'vitest'
import { watchCallbacks } from './watch.ts'

/** Tests that send what is not declared and is acknowledged all the same, with the reason. */
const UNDECLARED: readonly { readonly matches: RegExp; readonly reason: string }[] = [
  {
    matches: /packages\/event-receiver\//,
    reason: 'a receiver takes types and members of later versions, and signatures are optional',
  },
  {
    matches: /services\/bpm\/src\/features\/deliveries\/dispatch\//,
    reason: 'the outbox is filled by hand, ten thousand at once, with bodies that nobody reads',
  },
]

const { takeFaults, end } = watchCallbacks()

const fail = (): void => {
  const faults = takeFaults()
  const { testPath = '' } = expect.getState()
  if (UNDECLARED.some(({ matches }) => matches.test(testPath))) return
  if (faults.length > 0) throw new Error(`callbacks that are not declared\n\n${faults.join('\n')}`)
}

afterEach(fail)
afterAll(() => {
  end()
  fail()
})
