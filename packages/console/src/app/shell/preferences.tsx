import { ActionIcon } from '@mantine/core'
import { Icon } from '../../shared/icon.tsx'
import { LanguageMenu, SchemeMenu } from '../../shared/menu/looks.tsx'
import { useTranslation } from '../../text/i18n.ts'

/** Language, light or dark, and the help for the keyboard. */
export function Preferences({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation('common')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        visibleFrom="sm"
        aria-label={t('shell.shortcuts')}
        title={`${t('shell.shortcuts')} (?)`}
        onClick={onHelp}
      >
        <Icon name="help" />
      </ActionIcon>
      <LanguageMenu />
      <SchemeMenu />
    </>
  )
}
