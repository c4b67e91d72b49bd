import type { FastifyBodyParser } from 'fastify'
import { InvalidRequest } from '../api/validation.ts'
import type { App } from './app.ts'
import { findAmbiguities } from './interoperable-json.ts'
import { nestsDeeper } from './json-tokens.ts'

/** More than anybody means, and few enough to be read and checked by functions that call themselves. */
const MOST_LEVELS = 500
const tooDeep = { code: 'too_deep', detail: `must not nest deeper than ${MOST_LEVELS} levels` }

/**
 * Reads a JSON body and refuses what is ambiguous with the pointer to it: nothing that a service
 * keeps was rounded, or is one of two. What nests beyond all measure is not read at all: a mebibyte of
 * brackets takes a tenth of a second. An empty body is none: many clients label it as JSON, and to
 * routes that need none that is no fault.
 */
export function jsonParser(app: App): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('ignore', 'error')
  return (request, body, done) => {
    if (body === '') {
      done(null, undefined)
      return
    }
    if (nestsDeeper(body, MOST_LEVELS)) {
      done(new InvalidRequest([{ pointer: '', ...tooDeep }]))
      return
    }
    void parse(request, body, (error, value) => {
      const faults = error ? [] : findAmbiguities(body)
      if (faults.length > 0) done(new InvalidRequest(faults))
      else done(error, value)
    })
  }
}
