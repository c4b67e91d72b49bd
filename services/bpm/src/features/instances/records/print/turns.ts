import { createSemaphore, type Semaphore } from '@countersign/service-kit/semaphore'
import { problems } from '../../../../problems.ts'

/** More would wait longer than people do, each with the record that it is to print. */
export const WAITING_TO_BE_PRINTED = 16

/** A print takes a second of the processor: one is made at a time, and so many others wait for their turn. */
export const createPrintTurns = (): Semaphore =>
  createSemaphore({ permits: 1, queue: { max: WAITING_TO_BE_PRINTED, refuse: tooManyPrints } })

const tooManyPrints = () =>
  problems.unavailable({
    detail: 'Too many records are being printed.',
    headers: { 'retry-after': '5' },
  })
