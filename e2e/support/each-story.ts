import { afterAll } from 'vitest'
import { forgetTokens } from './sign-in.ts'

afterAll(forgetTokens)
