import { SCOPES } from '@countersign/contracts'
import { MultiSelect, Text } from '@mantine/core'
import { useTranslation } from '../../../text/i18n.ts'

interface Props {
  readonly value: string[]
  readonly onChange: (value: string[]) => void
  readonly error: string | undefined
  readonly disabled?: boolean
}

type Name = keyof typeof SCOPES

const isGiven = (name: Name): boolean => name !== 'events'
const names = (Object.keys(SCOPES) as Name[]).filter(isGiven)
const nameOf = new Map(names.map((name) => [SCOPES[name] as string, name]))

/** What a backend may do by itself, from the list of what there is; each said in words. */
export function ServiceScopes({ value, ...field }: Props) {
  const { t } = useTranslation('administration')
  const known = names.map((name) => SCOPES[name] as string)
  // The client of the workflow service has one that nobody gives.
  const others = value.filter((scope) => !nameOf.has(scope))
  return (
    <MultiSelect
      {...field}
      value={value}
      label={t('clients.scopes')}
      description={t('clients.scopesHint')}
      data={[...known, ...others]}
      renderOption={({ option }) => {
        const name = nameOf.get(option.value)
        return (
          <div>
            <Text size="sm">{option.value}</Text>
            {name !== undefined && (
              <Text size="xs" c="var(--console-soft)">
                {t(`clients.scope.${name as Exclude<Name, 'events'>}`)}
              </Text>
            )}
          </div>
        )
      }}
      searchable
    />
  )
}
