import { Button, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useContext, useState } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import { DrawnProcessContext } from '../drawn-process.ts'
import { ClauseRow } from './clause-row.tsx'
import { clauseOn, type Condition } from './condition.ts'
import { readCondition } from './read-condition.ts'
import { writeCondition } from './write-condition.ts'

interface Props {
  /** Whose condition it is, for who cannot see where it stands. */
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** What is wrong with it, in words. */
  readonly faults: readonly string[]
  readonly disabled: boolean
}

/** When a way is taken: by field, operator and value, or as the expression that these come to. */
export function ConditionField(props: Props) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const [isExpert, setIsExpert] = useState(false)
  const reading = readCondition(props.value, fields)
  const isSimple = reading.kind === 'form' || reading.kind === 'empty'
  const inForm = isSimple && fields.length > 0
  return (
    <fieldset className={classes.group} disabled={props.disabled} aria-label={props.label}>
      <Stack gap="xs">
        {inForm && !isExpert ? (
          <ConditionForm
            condition={reading.kind === 'form' ? reading.condition : { join: 'all', clauses: [] }}
            onChange={(next) => props.onChange(writeCondition(next, fields))}
          />
        ) : (
          <Textarea
            label={t('condition.expression')}
            description={reading.kind === 'beyond' ? t('condition.beyond') : t('condition.cel')}
            placeholder="amount > 1000.0"
            autosize
            disabled={props.disabled}
            ff="monospace"
            value={props.value ?? ''}
            onChange={({ currentTarget: { value } }) =>
              props.onChange(value.trim() === '' ? undefined : value)
            }
          />
        )}
        {inForm && (
          <Button
            variant="subtle"
            size="compact-xs"
            w="fit-content"
            onClick={() => setIsExpert(!isExpert)}
          >
            {t(isExpert ? 'condition.asForm' : 'condition.asExpression')}
          </Button>
        )}
        <Text size="xs" c="var(--console-bad)" role="status">
          {props.faults.join(' ')}
        </Text>
      </Stack>
    </fieldset>
  )
}

function ConditionForm(props: {
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}) {
  const { t } = useTranslation('designer')
  const { fields } = useContext(DrawnProcessContext)
  const { condition, onChange } = props
  const { clauses, join } = condition
  const [added, setAdded] = useState<number>()
  const [first] = fields
  return (
    <>
      {clauses.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('condition.join')}
          data={[
            { value: 'all', label: t('condition.all') },
            { value: 'any', label: t('condition.any') },
          ]}
          value={join}
          onChange={(next) => onChange({ join: next === 'any' ? 'any' : 'all', clauses })}
        />
      )}
      {clauses.map((clause, index) => (
        <ClauseRow
          // oxlint-disable-next-line react/no-array-index-key -- known by their place alone
          key={index}
          clause={clause}
          number={index + 1}
          takesFocus={added === index}
          onChange={(next) => onChange({ join, clauses: clauses.with(index, next) })}
          onRemove={() => onChange({ join, clauses: clauses.toSpliced(index, 1) })}
        />
      ))}
      {first !== undefined && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() => {
            setAdded(clauses.length)
            onChange({ join, clauses: [...clauses, clauseOn(first)] })
          }}
        >
          {t('condition.add')}
        </Button>
      )}
    </>
  )
}
