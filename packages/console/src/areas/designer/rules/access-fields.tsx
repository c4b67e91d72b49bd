import { Stack, Text } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { DrawnProcessContext } from '../drawn-process.ts'
import { Choice } from './choice.tsx'
import type { PartProps } from './rules.ts'

const accesses = ['read', 'write', 'hidden'] as const
type Access = (typeof accesses)[number]

/** Which values whoever decides sees, and may change: of each that the business type declares, or that is spoken of. */
export function AccessFields({ rules: { fields: said = [] }, set, disabled }: PartProps) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const labels = new Map(
    fields.filter(({ name }) => name !== 'initiator').map(({ name, label }) => [name, label]),
  )
  const names = [...new Set([...labels.keys(), ...said.map(({ name }) => name)])]
  if (names.length === 0) return null
  const change = (name: string, access: Access | undefined) => {
    const others = said.filter((one) => one.name !== name)
    const next = access === undefined ? others : [...others, { name, access }]
    set({ fields: next.length === 0 ? undefined : next })
  }
  return (
    <fieldset disabled={disabled} className={classes.group}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('access.title')}
      </Text>
      <Stack gap="sm">
        {names.map((name) => (
          <Choice
            key={name}
            label={labels.get(name) ?? name}
            values={accesses}
            name={(value) => t(`access.${value}`)}
            value={said.find((one) => one.name === name)?.access}
            onChange={(access) => change(name, access)}
            disabled={disabled}
          />
        ))}
      </Stack>
    </fieldset>
  )
}
