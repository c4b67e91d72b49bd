/**
 * Property tests draw the same values on every run, so that a change is judged by what it changed.
 * `FC_SEED=<number>` draws others: that is how to go looking for cases that no run has met yet.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_121) })
