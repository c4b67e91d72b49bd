import { flushCompileCache } from 'node:module'

// Node keeps what it compiled when a program ends, and most programs of tests are killed.
setTimeout(flushCompileCache, 1_000).unref()
