export const SetUpPage = () => <h1>Set up</h1>
