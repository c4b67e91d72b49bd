import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import type { ModdleElement } from './moddle.ts'
import type { Model, Shape } from './model.ts'

interface Props {
  readonly model: Model
  readonly shape: Shape
  readonly disabled: boolean
}

const MEMBERS = ['startQuantity', 'completionQuantity'] as const

/** How many tokens an activity waits for, and how many it sends on; few drawings say it, so it is shown for those. */
export function QuantityFields({ model, shape, disabled }: Props) {
  const { t } = useTranslation('designer')
  const activity = shape.businessObject
  const isSaid = MEMBERS.some((member) => quantityOf(activity, member) !== '')
  // What is emptied to be written anew stays to be seen.
  const [wasSaid] = useState(isSaid)
  if (!isSaid && !wasSaid) return null
  return MEMBERS.map((member) => (
    <TextInput
      key={member}
      label={t(`enough.${member}`)}
      description={t(`enough.${member}Hint`)}
      inputMode="numeric"
      placeholder="1"
      value={quantityOf(activity, member)}
      disabled={disabled}
      onChange={({ currentTarget: { value } }) => {
        if (!/^\d{0,3}$/.test(value)) return
        model.set(shape, { [member]: value === '' ? undefined : Number(value) })
      }}
    />
  ))
}

/** As it is written; '' where nothing is. */
const quantityOf = (activity: ModdleElement, member: (typeof MEMBERS)[number]): string =>
  Object.hasOwn(activity, member) ? String(activity.get(member)) : ''
