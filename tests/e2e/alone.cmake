foreach(name IN ITEMS
    short_questions_are_answered_within_10_ms_while_a_run_streams
    the_first_answer_comes_at_once)
  set_tests_properties("e2e_test/responsiveness/${name}" PROPERTIES RUN_SERIAL TRUE)
endforeach()
