import { CANDIDATE_KINDS, type CandidateKind, type TreeCandidate } from '@countersign/contracts'
import { ActionIcon, Button, Group, Menu, NumberInput, Stack, Text } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { CandidateInput } from './candidate-input.tsx'
import { compact, newCandidate } from './rules.ts'

interface Props {
  /** Where it is not about who is asked first. */
  readonly title?: string
  readonly value: readonly TreeCandidate[]
  readonly onChange: (value: readonly TreeCandidate[]) => void
  readonly disabled: boolean
  /** Which kinds are offered; all where nothing is said. */
  readonly kinds?: readonly CandidateKind[]
  /** What else is said of each rule: how many of it have to agree, or what their votes weigh. */
  readonly counted?: 'atLeast' | 'weight' | undefined
}

/** Who is asked: any number of rules, each by what identifies people. */
export function CandidatesField({ title, value, onChange, disabled, kinds, counted }: Props) {
  const { t } = useTranslation('designer')
  return (
    <fieldset disabled={disabled} className={classes.group}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {title ?? t('candidates.title')}
      </Text>
      <Stack gap="sm">
        {value.map((candidate, index) => (
          // Rules have no identity of their own; two may even be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} align="flex-end" wrap="nowrap" gap="xs">
            <CandidateInput
              candidate={candidate}
              onChange={(next) => onChange(value.with(index, compact(next)))}
            />
            {counted !== undefined && (
              <NumberInput
                label={t(`candidates.${counted}`)}
                w="7rem"
                min={counted === 'weight' ? 0.001 : 1}
                max={counted === 'weight' ? 1000 : 500}
                placeholder={counted === 'weight' ? '1' : ''}
                value={candidate[counted] ?? ''}
                onChange={(count) => {
                  const said = typeof count === 'number' ? count : undefined
                  onChange(value.with(index, compact({ ...candidate, [counted]: said })))
                }}
              />
            )}
            <ActionIcon
              variant="subtle"
              mb={4}
              aria-label={t('candidates.remove', { kind: t(`candidates.kind.${candidate.kind}`) })}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <AddMenu
          kinds={kinds ?? CANDIDATE_KINDS}
          onAdd={(kind) => {
            const group = counted === 'atLeast' ? { atLeast: 1 } : {}
            onChange([...value, { ...newCandidate(kind), ...group }])
          }}
          disabled={disabled}
        />
      </Stack>
    </fieldset>
  )
}

function AddMenu(props: {
  readonly kinds: readonly CandidateKind[]
  readonly onAdd: (kind: CandidateKind) => void
  readonly disabled: boolean
}) {
  const { t } = useTranslation('designer')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" w="fit-content" disabled={props.disabled}>
          {t('candidates.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => props.onAdd(kind)}>
            {t(`candidates.kind.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
