/**
 * Fails a test during which a service gave an answer that its OpenAPI document does not declare for
 * the operation: another status, media type, body, code, header or value of a header. Processes that a
 * test starts run without this.
 *
 * With `RECORD_CALLS=<folder>` it also writes down what `pnpm examples <folder>` chooses from.
 */
import { afterAll, afterEach } from 'vitest'
import { recordCalls } from './record.ts'
import { watchAnswers } from './watch.ts'

const { takeFaults, end } = watchAnswers()
const folder = process.env['RECORD_CALLS']
const recording = folder === undefined ? undefined : recordCalls(folder)

const fail = (): void => {
  const faults = takeFaults()
  if (faults.length > 0) throw new Error(`answers that are not declared\n\n${faults.join('\n')}`)
}

afterEach(fail)
afterAll(() => {
  end()
  recording?.end()
  fail()
})
