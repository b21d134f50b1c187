import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'
import type { CalendarEffect } from '@rollcall/contract'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { effectWords } from './effect.ts'

const READABLE = { title: { color: 'var(--mantine-color-text)' } }

/** What a change would do; nothing has been changed yet. */
export const EffectPreview = ({ effect }: { effect: CalendarEffect | undefined }) => (
  <div aria-live="polite">
    {effect ? (
      <Alert
        color={effect.bookingCount > 0 ? 'yellow' : 'petrol'}
        variant="outline"
        styles={READABLE}
        icon={effect.bookingCount > 0 ? <IconAlertTriangle aria-hidden="true" /> : <IconInfoCircle aria-hidden="true" />}
        title={t`What this would do`}
      >
        <List size="sm">
          {effectWords(effect).map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      </Alert>
    ) : null}
  </div>
)
