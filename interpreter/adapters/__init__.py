"""Games for learners: fixed action numbers, masks, tensors, and the environments of public libraries.

In: a compiled definition. Out: `actions` numbers every answer, `asking` turns numbers into answers,
`tensors` and `recall` say what a seat can know, all from what `interpreter/knowledge` lets through; on top
`pettingzoo_env`, `gymnasium_env` and `openspiel_game`, each with the library that it needs and no other, and
`many` for many games at once, with numpy and native code (`many_rows` and `many_answers` are its parts).
"""
