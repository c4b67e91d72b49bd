import type { Say } from '../../../text/i18n.ts'

/** Codes that a person who draws can meet, each with a sentence of its own. */
const known = [
  'border_ends_itself',
  'boundary_host',
  'call_circle',
  'called_missing',
  'called_unknown',
  'cancel_misplaced',
  'candidate_incomplete',
  'candidate_unknown',
  'candidates_missing',
  'change_contradictory',
  'chooser_missing',
  'compensation_incomplete',
  'condition_always',
  'condition_misplaced',
  'condition_missing',
  'condition_never',
  'condition_unfinished',
  'dead_end',
  'decision_biz_type',
  'decision_unpublished',
  'default_misplaced',
  'default_missing',
  'end_left',
  'end_missing',
  'event_gateway_target',
  'expression_invalid',
  'expression_type',
  'flow_crosses_border',
  'foreign_refused',
  'id_illegal',
  'join_impossible',
  'jump_unfinished',
  'key_mismatch',
  'loop_cardinality',
  'loop_without_task',
  'name_missing',
  'no_way_to_end',
  'process_missing',
  'process_too_large',
  'quorum_incomplete',
  'quorum_unreachable',
  'repeat_endless',
  'separation_incomplete',
  'separation_unknown',
  'signal_missing',
  'signal_not_thrown',
  'start_count',
  'start_entered',
  'threshold_invalid',
  'timer_invalid',
  'unreachable',
  'variable_unknown',
] as const

/** A problem as a sentence about what the person sees; one without words keeps those of the service. */
export function problemWords(
  { code, message = '' }: { readonly code: string; readonly message?: string },
  name: string,
  t: Say<'designer'>,
): string {
  const one = known.find((each) => each === code)
  if (one !== undefined) return t(`problems.code.${one}`, { name })
  return name === '' ? message : t('problems.other', { name, message })
}
