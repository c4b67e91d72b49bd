export interface LastLooksTable {
  tenant_id: string
  instance_id: string
  user_id: string
  /** The newest entry of the log that was shown. */
  sequence: number
  looked_at: Date
  /** The look before it that showed something else. */
  sequence_before: number | null
  looked_at_before: Date | null
}
