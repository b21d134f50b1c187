import { Paper } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useSession } from '../../../api/session.ts'
import { LoadingState } from '../../../components/states.tsx'

/** About what an empty organization needs for its first steps. */
const HEIGHT = 400

/** Whether this browser showed the first steps to the user the last time; yes, before the first time. */
export const useWereShown = () => {
  const { userId } = useSession()
  return useLocalStorage({ key: `rollcall.first-steps-shown.${userId}`, defaultValue: true, getInitialValueInEffect: false })
}

/** Keeps their place until it is known what they are, so that nothing moves then. */
export const FirstStepsPlace = () => {
  const [wereShown] = useWereShown()
  return wereShown ? (
    <Paper withBorder p="md">
      <LoadingState height={HEIGHT} />
    </Paper>
  ) : null
}
