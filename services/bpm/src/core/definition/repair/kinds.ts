/** What a repair can be. Names stay: programs and translations go by them. */
export const REPAIR_KINDS = [
  'add_process',
  'make_executable',
  'make_not_executable',
  'add_start',
  'add_end',
  'name_default',
  'reject_otherwise',
  'make_parallel',
  'name_people',
  'translate_people',
  'replace_person',
  'decide_by',
  'replace_condition',
  'draw_process',
  'remove_from_diagram',
  'rename',
  'remove_reference',
  'remove_foreign',
  'make_user_task',
  'ask_application',
] as const
export type RepairKind = (typeof REPAIR_KINDS)[number]
