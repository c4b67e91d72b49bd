import { NoAnswer, ProblemError, type BpmService } from '@countersign/client'
import { approversOf, readKeySet, verifyRecord } from '@countersign/record'

/** The signed record, as it is kept. */
export async function readRecord(
  bpm: BpmService,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = { accept: 'application/jose' }
  const response = await bpm.getProcessInstanceRecord({ path: { id } }, { headers, signal })
  return response.text()
}

/** Whose approval stands, by the signed record: people, each once, without whoever asked. */
export interface Approvers {
  readonly people: number
  readonly names: readonly string[]
}

/**
 * Null where the person may not see the record: that nobody approved is not said by it.
 *
 * @throws {@link NoAnswer} in time; Error when the record is not as it was signed.
 */
export async function readApprovers(
  bpm: BpmService,
  id: string,
  signal: AbortSignal,
): Promise<Approvers | null> {
  try {
    const [record, keys] = await Promise.all([
      readRecord(bpm, id, signal),
      bpm.getRecordKeys({}, { signal }),
    ])
    const verified = verifyRecord(record, readKeySet(JSON.stringify(keys)))
    if (!verified.valid || verified.content.record.instanceId !== id)
      throw new Error('the record is not as it was signed, or of something else')
    const names = approversOf(verified.content).map(({ name }) => name)
    return { people: names.length, names }
  } catch (error) {
    if (error instanceof ProblemError && [403, 404].includes(error.status)) return null
    // How it ended is there when it is asked for again.
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new NoAnswer('the platform did not answer in time')
    throw error
  }
}
