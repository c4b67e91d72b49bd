import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { forgetAnswers, send, unexpected } from './network.ts'

// As patient as the other waits: a slow machine is no fault.
configure({ asyncUtilTimeout: 60_000 })

// Before any module of ours is loaded: some keep the `fetch` they find.
globalThis.fetch = send

beforeEach(forgetAnswers)
afterEach(() => {
  cleanup()
  expect(unexpected(), 'asked for, and no answer prepared').toEqual([])
})
