import { defineProblems } from '@countersign/service-kit/problem'

/** Every refusal of the gateway itself; what the services answer passes through untouched. */
export const problems = defineProblems('gateway', {
  ambiguous_path: { status: 400, title: 'The path can be read in more than one way' },
  too_many_requests: { status: 429, title: 'Too many requests from one place' },
  upstream_unavailable: { status: 502, title: 'The service behind the gateway does not answer' },
  upstream_timeout: { status: 504, title: 'The service behind the gateway took too long' },
})
