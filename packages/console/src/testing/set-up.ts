import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { forgetAnswers, send, unexpected } from './network.ts'

// Before any module of ours is loaded: some keep the `fetch` they find.
globalThis.fetch = send

beforeEach(forgetAnswers)
afterEach(() => {
  cleanup()
  expect(unexpected(), 'asked for, and no answer prepared').toEqual([])
})
