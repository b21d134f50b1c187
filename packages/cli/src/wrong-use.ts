/** What was asked for makes no sense as it is: told in one line, like the wrong flags that commander finds, and ends with 2. */
export class WrongUse extends Error {}
