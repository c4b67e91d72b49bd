import { DECIDED_CHANGES, OPEN_CHANGES, type TreeChange } from '@countersign/contracts'
import { useTranslation } from '../../../text/i18n.ts'
import { Choice } from './choice.tsx'
import { contradicts, orNothing, type Loose } from './rules.ts'

interface Props {
  readonly change: TreeChange | undefined
  readonly onChange: (change: TreeChange | undefined) => void
  readonly disabled: boolean
}

/** What becomes of decisions when the business application changes what they were made on. */
export function ChangeFields({ change = {}, onChange, disabled }: Props) {
  const { t } = useTranslation('designer')
  const set = (part: Partial<Loose<TreeChange>>) =>
    onChange(orNothing<TreeChange>({ ...change, ...part }))
  return (
    <>
      <Choice
        label={t('rules.changeOpen')}
        description={t('rules.changeHint')}
        values={OPEN_CHANGES}
        name={(value) => t(`changeOpen.${value}`)}
        value={change.open}
        onChange={(open) => set({ open })}
        disabled={disabled}
      />
      <Choice
        label={t('rules.changeDecided')}
        values={DECIDED_CHANGES}
        name={(value) => t(`changeDecided.${value}`)}
        value={change.decided}
        onChange={(decided) => set({ decided })}
        error={contradicts(change) && t('rules.changeContradiction')}
        disabled={disabled}
      />
    </>
  )
}
