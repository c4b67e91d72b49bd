import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { CandidateInput } from '../rules/candidate-input.tsx'
import { compact } from '../rules/rules.ts'
import classes from './decision-tables.module.css'
import type { Person } from './table.ts'

const kinds = [
  'user',
  'role',
  'department',
  'post',
  'departmentLeader',
  'managerLine',
  'initiator',
  'variable',
] as const satisfies readonly Person['kind'][]

interface Props {
  readonly label: string
  readonly people: readonly Person[]
  readonly onChange: (people: readonly Person[]) => void
  readonly disabled: boolean
}

/** Whom a row names: the same rules as those of a step, without those that choose. */
export function PeopleCell({ label, people, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  return (
    <fieldset disabled={disabled} aria-label={label} className={classes.people}>
      {people.map((person, at) => (
        // People have no identity of their own; two may even be equal.
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <Group key={at} gap={4} wrap="nowrap" align="flex-end">
          <CandidateInput
            candidate={person}
            hasDirection={false}
            onChange={(next) => onChange(people.with(at, compact({ ...next } as Person)))}
          />
          <ActionIcon
            variant="subtle"
            mb={4}
            aria-label={`${label}: ${t('tables.removePerson', { name: t(`candidates.kind.${person.kind}`) })}`}
            onClick={() => onChange(people.toSpliced(at, 1))}
          >
            <Icon name="cross" size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-xs"
            w="fit-content"
            disabled={disabled}
            aria-label={`${label}: ${t('candidates.add')}`}
          >
            {t('candidates.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item
              key={kind}
              onClick={() =>
                onChange([...people, kind === 'managerLine' ? { kind, from: 1, to: 1 } : { kind }])
              }
            >
              {t(`candidates.kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  )
}
