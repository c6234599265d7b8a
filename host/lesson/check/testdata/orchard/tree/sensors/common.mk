CHECK := cppcheck
check:
	$(CHECK) src
