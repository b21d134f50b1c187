import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { TextLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/states.tsx'

interface Props {
  readonly name: string | undefined
  readonly onNextWeek: () => void
  /** Absent where everyone is shown. */
  readonly onEveryone: (() => void) | undefined
}

/** Says why the week shows no one, and where they may be found. */
export const NoColleagues = ({ name, onNextWeek, onEveryone }: Props) => (
  <EmptyState
    picture="people"
    title={name ? t`No plan of “${name}” in this week` : t`No one has planned this week yet`}
    height={420}
  >
    {name ? (
      t`Colleagues without a plan, and those who do not want to be seen, are not listed.`
    ) : (
      <Trans>
        Choose another week or group, or begin with your{' '}
        <TextLink underline="always" to="/me">
          own week
        </TextLink>
        .
      </Trans>
    )}
    <Group justify="center" gap="xs" mt="sm">
      <Button variant="default" onClick={onNextWeek}>{t`Next week`}</Button>
      {onEveryone ? <Button variant="default" onClick={onEveryone}>{t`Look among everyone`}</Button> : null}
    </Group>
  </EmptyState>
)
