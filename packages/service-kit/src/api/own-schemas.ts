import type { Options } from 'ajv'

/** For schemas that TypeBox makes of ours: what compiling them costs is part of each start and of each first request. */
export const ownSchemas: Options = {
  // They are typed; the schema of schemas takes longer to compile than all of a service's settings.
  meta: false,
  validateSchema: false,
  // The engine finds dead code itself, in what turns out to be asked often; here it is half of the work.
  code: { optimize: false },
}
